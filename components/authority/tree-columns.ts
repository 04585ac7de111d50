/**
 * What a line of the tree is, how grave, where it comes from, what is decided: the same widths counted
 * from the right in groups and in their rows, so that they stand below each other.
 */
export const TREE_COLUMNS =
  "sm:grid-cols-[minmax(0,1fr)_76px_96px_148px] lg:grid-cols-[minmax(0,1fr)_92px_200px_208px]";
