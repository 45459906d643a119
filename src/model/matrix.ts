export type * from '../../schemas/types/matrix.ts';
