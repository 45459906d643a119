#!/usr/bin/env node
import { main, processInvocation } from './program.ts';

process.exitCode = await main(processInvocation());
