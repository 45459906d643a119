/** Of files of the operator alone, which are read before the first request: the build replaces this module, too. */
export { documentValidator } from './document-validators.ts';
