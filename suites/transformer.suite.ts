import { areas } from './support/areas.ts';
import { defineSuite } from './support/define-suite.ts';

defineSuite(areas.transformer);
