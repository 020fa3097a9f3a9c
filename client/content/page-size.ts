/** Spec section 9: lists show 7 items, "load more" adds 7. */
export const pageSize = 7
