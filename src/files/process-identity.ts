import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Identifies a process, unlike its id, which another one may have later: after a restart, and in a container, where ids
 * begin with 1 again. Holds no spaces.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in ticks of the clock since the machine did; `-` where `/proc` does not say. */
  readonly started: string;
  /** Where its id means something: a start of a machine and a namespace of ids, or a host. */
  readonly place: string;
}

const unknown = '-';

/** Fields of `/proc/PID/stat` after the name of the program, which may hold anything (proc(5)). */
const stateField = 0;
const startField = 19;

function statFields(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function placeOfThis(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname().replaceAll(/\s/g, unknown);
  }
}

export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { pid, started: statFields(pid)?.[startField] ?? unknown, place: placeOfThis() };
}

/** Whether there is a process of this id, this user's or not. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process of this place still runs. One that ended and whose parent has not noticed does not. */
export function isRunning({ pid, started }: Omit<ProcessIdentity, 'place'>): boolean {
  if (pid <= 0 || !hasProcess(pid)) return false;
  const fields = statFields(pid);
  if (fields === null) return true;
  if (fields[stateField] === 'Z') return false;
  return started === unknown ? pid !== process.pid : fields[startField] === started;
}
