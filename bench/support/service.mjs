import { start, stop } from './processes.mjs';

export const cli = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

const lastSetting = /^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m;

/** The service prints what a run needs to know about it, as the lines of a `.env` file. */
async function printed(child) {
  let text = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout) {
    text += chunk;
    if (lastSetting.test(text)) return text;
  }
  throw new Error(`the reference service did not start: ${child.stderr.read()}`);
}

function readSettings(text) {
  const lines = text.trim().split('\n');
  const settings = new Map(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
  const setting = (name) => settings.get(`CONFORMANCE_${name}`);
  return {
    baseUrl: setting('BASE_URL'),
    token: setting('ACCESS_TOKEN'),
    entityId: setting('ENTITY_ID'),
    businessDataTypeId: setting('BUSINESS_DATA_TYPE_ID'),
    automationRuleIds: setting('AUTOMATION_RULE_ID').split(','),
  };
}

/**
 * Starts the reference service in a process of its own.
 * @param rules how many runs it must last for: each deletes one rule
 * @param faults names of faults, none by default
 */
export async function startService(rules, faults = []) {
  const broken = faults.flatMap((name) => ['--fault', name]);
  const args = [cli, 'serve', '--port', '0', '--seed-rules', String(rules), ...broken];
  const child = start(args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { automationRuleIds, ...settings } = readSettings(await printed(child));
  const unused = automationRuleIds.values();
  return {
    /** The service, and a rule that no run was given before. */
    nextTarget: () => ({ ...settings, automationRuleId: unused.next().value }),
    stop: () => stop(child),
  };
}
