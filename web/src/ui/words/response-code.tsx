import styles from './response-code.module.css'

/** The HTTP status code of an answer, or in words why there was none. Codes from 200 to 299 are good. */
export function ResponseCode({ code, problem }: { code: number; problem?: string | undefined }) {
  const isGood = code >= 200 && code < 300
  return <span className={isGood ? styles.good : styles.bad}>{problem ?? `HTTP ${code}`}</span>
}
