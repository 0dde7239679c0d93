/** Where something is missing: said, instead of a dash or an empty place. */
export const NotKnown = () => <span className="text-muted">Not known</span>
