import { conformanceTests } from 'entity-config-conformance/vitest';
import { beforeAll, describe, test } from 'vitest';

/** Sections 4 and 5, who is served: a test for each requirement. */
conformanceTests({ beforeAll, describe, test }, ['4', '5']);
