/** The name of a file that is the body of a request, percent-encoded. */
export const fileNameHeader = 'x-file-name'
