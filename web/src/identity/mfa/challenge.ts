/** What has to be shown in addition to the password. */
export interface Challenge {
  username: string
  token: string
}
