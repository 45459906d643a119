export type * from '../../schemas/types/finding.ts';
