/** People are warned two minutes before their session ends, and the server is told of them once a minute. */
export const fewestSessionMinutes = 5
