import { StartProblem } from './database/data-lock.ts'

/** True for a name or address of this machine, or a URL with one. */
export function isThisMachine(address: string): boolean {
  const name = URL.canParse(address) ? new URL(address).hostname : address
  return /^(127(\.\d+){3}|(.+\.)?localhost|\[?::1\]?)$/.test(name)
}

/** Throws when other machines could reach the demo: everybody knows its passwords, and its mails can be read. */
export function refuseStrangers(to: { host: string; publicUrl: string; publicDemo?: boolean | undefined }): void {
  const others = [to.host, to.publicUrl].find((address) => !isThisMachine(address))
  if (to.publicDemo || !others) return
  throw new StartProblem(
    `The demo's passwords are known to everybody, and ${others} is not this machine alone: set KONTOR_DEMO=public if that is wanted, or KONTOR_DEMO=off with another KONTOR_DATA or DATABASE_URL for an installation of your own.`,
  )
}
