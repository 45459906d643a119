import { conformanceTests } from 'entity-config-conformance/vitest';
import { beforeAll, describe, test } from 'vitest';

/** Sections 2.3 and 4.2, the record that the DELETE returns: a test for each requirement. */
conformanceTests({ beforeAll, describe, test }, ['2.3', '4.2']);
