import styles from './webhook-body.module.css'

/** A body as it was sent or came back. */
export function WebhookBody({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <pre className={styles.body} tabIndex={0}>
      {text}
    </pre>
  )
}
