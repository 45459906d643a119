export type * from '../../schemas/types/tool.ts';
