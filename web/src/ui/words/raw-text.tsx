import styles from './raw-text.module.css'

/** The body of a request or of an answer, as it was sent. */
export function RawText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  )
}
