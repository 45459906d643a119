export type * from '../../schemas/types/report.ts';
