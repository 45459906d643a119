import { conformanceTests } from 'entity-config-conformance/vitest';
import { beforeAll, describe, test } from 'vitest';

/** Sections 2.2 and 4.1, the record that the PUT returns: a test for each requirement. */
conformanceTests({ beforeAll, describe, test }, ['2.2', '4.1']);
