/** The data of a sign-in that needs a second factor besides the password. */
export interface Challenge {
  username: string
  token: string
}
