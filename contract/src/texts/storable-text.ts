/** True: PostgreSQL can store the text, which has no NUL and no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
