import styles from './response-code.module.css'

/** What came back of a call over HTTP: its code, or in words why there is none. */
export function ResponseCode({ code, problem }: { code: number; problem?: string | undefined }) {
  const isGood = code >= 200 && code < 300
  return <span className={isGood ? styles.good : styles.bad}>{problem ?? `HTTP ${code}`}</span>
}
