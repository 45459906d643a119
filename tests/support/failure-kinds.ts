import schema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import type { FailureKind } from './subject.ts';

/** Every way an exchange can end without a complete response. */
export const failureKinds = schema.$defs.failure.properties.kind.enum as readonly FailureKind[];
