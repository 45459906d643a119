/** Nothing but the defaults; without this file vitest would take the one of the folder above. */
export default {};
