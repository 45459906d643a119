/** What the document leaves open or contradicts, the same for every service. */
export const documentPage = {
  name: 'docs/document.md',
  url: 'https://github.com/example/entity-config-conformance/blob/main/docs/document.md',
};
