/** Of reports alone, which are read back more often than the rest: the build replaces this module, too. */
export { documentValidator } from './document-validators.ts';
