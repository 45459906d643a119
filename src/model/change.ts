export type * from '../../schemas/types/change.ts';
