import { StartProblem } from './database/data-lock.ts'

/** Takes the name of a machine, its address, or a URL. */
export function isThisMachine(address: string): boolean {
  const name = URL.canParse(address) ? new URL(address).hostname : address
  return /^(127(\.\d+){3}|(.+\.)?localhost|\[?::1\]?)$/.test(name)
}

/** Everybody knows the demo's passwords, and its mails are open. */
export function refuseStrangers(to: { host: string; publicUrl: string; publicDemo?: boolean | undefined }): void {
  const others = [to.host, to.publicUrl].find((address) => !isThisMachine(address))
  if (to.publicDemo || !others) return
  throw new StartProblem(
    `The demo's passwords are known to everybody, and ${others} is not this machine alone: set KONTOR_DEMO=public if that is wanted, or KONTOR_DEMO=off with another KONTOR_DATA or DATABASE_URL for an installation of your own.`,
  )
}
