import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../platform/api/api-client.ts'
import { currentConnection, watchConnection } from '../platform/connection.ts'
import { Failed } from '../platform/failed.tsx'
import styles from './unreachable.module.css'
import { Waiting } from './waiting.tsx'

/** Shown until the server has told who is signed in: nothing, or that there is no connection. */
export function Opening() {
  const connection = useSyncExternalStore(watchConnection, currentConnection)
  return connection === 'away' ? (
    <Bare>
      <Waiting />
    </Bare>
  ) : null
}

/** Shown when the server could not tell who is signed in, so that no screen can be shown. */
export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refusal = error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0)
  return (
    <Bare>
      <Failed refusal={refusal} onRetry={onRetry} />
    </Bare>
  )
}

/** The frame, without the parts that need a session. */
function Bare({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <header className={styles.header}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <h1>{t('login.product')}</h1>
      </header>
      <main>{children}</main>
    </>
  )
}
