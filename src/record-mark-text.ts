/** How `recordMark` looks: what a platform shows is a text like any other until it has this form. */
export const MARK = /^(\d{1,7})-[0-9a-f]{10}$/;

/** The mark in what a platform shows; `undefined` for a text that is none. */
export const readMark = (text: string | undefined): string | undefined =>
  text !== undefined && MARK.test(text) ? text : undefined;
