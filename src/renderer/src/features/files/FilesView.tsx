import type { FilesPlace } from '../../state/hash.ts';

/** The context files of a project. */
export const FilesView = ({ place }: { place: FilesPlace }) => <p>{place.root}</p>;
