import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // HTML keeps sections and headings out of header cells; html-validate counts details as a section, which HTML does not.
  elements: ['html5', { details: { sectioning: false } }],
  rules: {
    // Preact writes XML's form of void elements, and HTML minds no case in a doctype.
    'void-style': ['error', { style: 'selfclose' }],
    'doctype-style': ['error', { style: 'lowercase' }],
    // Ids of requirements are addresses: HTML forbids only white space in them.
    'valid-id': ['error', { relaxed: true }],
    // The filters act as they are chosen; nothing is ever submitted.
    'wcag/h32': 'off',
  },
});

/** Everything that html-validate minds in a page. */
export async function minded(text: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
