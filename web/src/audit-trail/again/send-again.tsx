import type { Entity } from '@kontor/contract/entity'
import { Alert, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { lazy, Suspense, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, askAgain } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { EntitiesContext } from '../../platform/api/related.ts'
import { useScope } from '../../platform/api/scope.ts'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import { ResponseStatus } from '../response-status.tsx'
import type { CallRow } from '../rows.ts'
import { addressAgain } from './asked-again.ts'
import { mayBeSent } from './may-be-sent.ts'

const BodyViewer = lazy(() => import('../viewer/body-viewer.tsx').then((module) => ({ default: module.BodyViewer })))

interface Answer {
  response_code: number
  duration_ms: number
  headers: [string, string][]
  body: string
}

/** Asks once more what a merchant's own program or person asked, as the viewer. What is read changes nothing. */
export function SendAgain({ entity, row }: { entity: Entity; row: CallRow }) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<Answer | ApiRefusal>()
  const [isBusy, setBusy] = useState(false)
  const scope = useScope()
  const entities = useContext(EntitiesContext)
  if (!mayBeSent(entity, row)) return null
  const send = async () => {
    setBusy(true)
    setAnswer(await answerTo(addressAgain(row, scope, entities.values())).catch((error: unknown) => refusalIn(error)))
    setBusy(false)
  }
  return (
    <>
      <ActionButton icon={IconRepeat} label={t('audit_trail.send_again')} onClick={() => void send()} isBusy={isBusy} />
      <Dialog
        opened={answer !== undefined}
        onClose={() => setAnswer(undefined)}
        title={t('audit_trail.sent_again')}
        size="xl"
      >
        <Text size="sm" mb="sm">
          {t('audit_trail.sent_as_you')}
        </Text>
        {answer && <Answered url={row.url} answer={answer} />}
      </Dialog>
    </>
  )
}

function Answered({ url, answer }: { url: string; answer: Answer | ApiRefusal }) {
  const labels = useLabels()
  const textOf = useRefusalText()
  if (answer instanceof ApiRefusal)
    return (
      <Alert color="red" role="alert">
        {textOf(answer)}
      </Alert>
    )
  return (
    <>
      <Text size="sm" role="status" mb="sm">
        <ResponseStatus row={{ type: 'request', response_code: answer.response_code, gap: null }} /> ·{' '}
        {labels.number(answer.duration_ms)} ms
      </Text>
      <Suspense fallback={<BlockSkeleton height={200} />}>
        <BodyViewer url={url} headers={answer.headers} body={answer.body} />
      </Suspense>
    </>
  )
}

async function answerTo(address: string): Promise<Answer> {
  const began = performance.now()
  const response = await askAgain(address)
  const body = await response.text()
  const duration_ms = Math.round(performance.now() - began)
  return { response_code: response.status, duration_ms, headers: [...response.headers], body }
}

function refusalIn(error: unknown): ApiRefusal {
  if (error instanceof ApiRefusal) return error
  throw error
}
