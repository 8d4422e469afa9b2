import { middleware } from '@kontor/contract/middleware/middleware.entity'
import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { idOf } from '../../platform/api/related.ts'
import { OptionsNotRead, useNothingFound } from '../../platform/form/options-not-read.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { useSending } from '../../platform/form/use-sending.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { useMay } from '../../platform/viewer.ts'
import { MiddlewareLine } from './middleware-line.tsx'
import rows from './processor-rows.module.css'
import profileProcessors from './profile-processors.module.css'
import type { ProfileRow } from './profile-row.ts'

const EditMiddleware = lazy(() =>
  import('./middleware.form.tsx').then((module) => ({ default: module.EditMiddleware })),
)

/** The middleware of a payment profile in its order. One is added at once; the rest is changed in a form. */
export function ProfileMiddleware({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(setPaymentProfileMiddlewareEndpoint, row.id)))
  const mayChoose = useMay(middleware.roles.list)
  return (
    <>
      <IfMay do={setPaymentProfileMiddlewareEndpoint}>
        <Group align="flex-end" gap="xs" mb="md">
          {mayChoose && <AddMiddleware row={row} />}
          {row.middleware.length > 0 && (
            <Button
              size="xs"
              h={36}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {t('profiles.edit_processors')}
            </Button>
          )}
        </Group>
        {isEditing && (
          <Suspense fallback={null}>
            <EditMiddleware row={row} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </IfMay>
      {row.middleware.length === 0 ? (
        <Text size="sm">{t('profiles.no_middleware')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('profiles.middleware_order_text')}
          </Text>
          <ol className={rows.rows} aria-label={t('profiles.tab_middleware')}>
            {row.middleware.map((each, at) => (
              <li key={idOf(each)}>
                <span className={rows.place} aria-hidden="true">
                  {at + 1}
                </span>
                <MiddlewareLine of={each} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

const shown_ms = 3_000
const most = '2000'

/** The field that adds a middleware as the last one. */
function AddMiddleware({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [added, setAdded] = useState<string>()
  const [typed, setTyped] = useState('')
  const { send, refusal, isBusy } = useSending(setPaymentProfileMiddlewareEndpoint, true)
  const reading = useList(middleware, { merchant: row.merchant, _limit: most, _sort: 'name' })
  // The row is older than the answer until it has been read again.
  const [answer, setAnswer] = useState<{ to: ProfileRow; middleware: readonly string[] }>()
  const seen = answer?.to === row ? answer.middleware : row.middleware.map(idOf)
  const free = reading.data?.filter(({ id }) => !seen.includes(id)) ?? []
  const nothing = useNothingFound(reading, free.length === 0 ? t('profiles.no_more_middleware') : undefined)
  useEffect(() => {
    if (added === undefined) return
    const timer = setTimeout(() => setAdded(undefined), shown_ms)
    return () => clearTimeout(timer)
  }, [added])

  const add = async (id: string | null) => {
    const chosen = free.find((each) => each.id === id)
    if (!chosen) return
    setAdded(undefined)
    const reply = await send({ id: row.id }, { middleware: [...seen, chosen.id], seen: [...seen] })
    // The field keeps the focus, and with it the text of what was chosen.
    setTyped('')
    setAnswer(reply && { to: row, middleware: reply.middleware })
    if (reply) setAdded(chosen.name)
  }
  return (
    <div className={profileProcessors.add}>
      <Select
        label={t('profiles.add_middleware')}
        placeholder={t('form.choose')}
        searchable
        openOnFocus={false}
        limit={200}
        readOnly={isBusy}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={nothing}
        data={free.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={(id) => void add(id)}
      />
      <OptionsNotRead {...reading} />
      <div role="status">
        {added !== undefined && (
          <Alert color="green" role="presentation" mt="xs" p="xs">
            {t('profiles.processor_added', { name: added })}
          </Alert>
        )}
      </div>
      {refusal && (
        <Alert color="red" role="alert" mt="xs" p="xs">
          {textOf(refusal)}
        </Alert>
      )}
    </div>
  )
}
