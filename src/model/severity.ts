/** How grave a deviation is; the first is the gravest. Security outranks types, types outrank forms, forms what is only shown. */
export const severities = ['security', 'type', 'form', 'shown'] as const;

export type Severity = (typeof severities)[number];
