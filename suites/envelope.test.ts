import { conformanceTests } from 'entity-config-conformance/vitest';
import { beforeAll, describe, test } from 'vitest';

/** Sections 1 and 2.1 of the document, the envelope of each response: a test for each requirement. */
conformanceTests({ beforeAll, describe, test }, ['1', '2.1']);
