/** The one function that is used of it. Imported as a whole it would bring all of its languages. */
export { createLowlight } from 'lowlight';
