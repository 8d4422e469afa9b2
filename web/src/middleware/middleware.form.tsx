import { createMiddlewareEndpoint, updateMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import { type Middleware, middleware } from '@kontor/contract/middleware/middleware.entity'
import { middlewareKinds, timeLimit_ms, whenSilent } from '@kontor/contract/middleware/middleware.rules'
import { createMiddlewareSchemas, updateMiddlewareSchemas } from '@kontor/contract/middleware/middleware.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../platform/api/related.ts'
import { changedValues } from '../platform/form/changed-values.ts'
import { ChoiceField, IntegerField, LongTextField, TextField } from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { RecordForm, useFormValues } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { useLabels } from '../platform/value/labels.ts'
import type { MiddlewareRow } from './middleware-row.ts'
import { MiddlewareSecret } from './middleware-secret.tsx'

/** Creates a middleware and shows its secret once. */
export function CreateMiddleware({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <RecordForm
        endpoint={createMiddlewareEndpoint}
        body={createMiddlewareSchemas.body}
        title={t('middleware.add')}
        verb={t('middleware.add')}
        opened={opened}
        onClose={onClose}
        initial={{
          ...{ name: '', organisation: own, url: '', description: '' },
          ...{ kind: 'before', time_limit_ms: timeLimit_ms.usual, when_silent: 'go_on' },
        }}
        // One that is told outcomes refuses nothing, whatever was chosen before.
        bodyOf={(values) => (values['kind'] === 'after' ? { ...values, when_silent: 'go_on' } : values)}
        onDone={(made) => setSecret(made.secret)}
      >
        <Fields isNew />
      </RecordForm>
      <MiddlewareSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

/** Changes a middleware. What nobody changes here is not sent. */
export function EditMiddleware({ row, onClose }: { row: MiddlewareRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updateMiddlewareEndpoint}
      body={updateMiddlewareSchemas.body}
      params={{ id: row.id }}
      title={t('processors.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(middleware, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('middleware.saved', { name }) })}
    >
      <Fields merchant={row.merchant} kind={row.kind} />
    </RecordForm>
  )
}

const valuesOf = ({
  name,
  url,
  time_limit_ms,
  when_silent,
  organisation,
  description,
}: Middleware | MiddlewareRow) => ({
  ...{ name, url, time_limit_ms, when_silent },
  ...{ organisation: idOf(organisation), description: description ?? '' },
})

function Fields({ merchant, kind, isNew = false }: { merchant?: string; kind?: Middleware['kind']; isNew?: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const chosen = useFormValues()['kind']
  const hears = kind ?? chosen ?? 'before'
  return (
    <>
      <FieldGrid>
        <TextField name="name" maxLength={200} autoFocus isRequired />
        <RelatedField
          name="organisation"
          target={organisation}
          isRequired
          query={{ _sort: 'name', ...(merchant ? { merchant } : {}) }}
        />
        {isNew && (
          <ChoiceField
            name="kind"
            label={labels.field(middleware, 'kind')}
            choices={middlewareKinds}
            description={t('middleware.kind_help')}
          />
        )}
        <TextField
          name="url"
          label={labels.field(middleware, 'url')}
          type="url"
          maxLength={2000}
          placeholder="https://"
          isRequired
          description={t(hears === 'after' ? 'middleware.url_help_after' : 'middleware.url_help')}
        />
        <IntegerField
          name="time_limit_ms"
          description={t(
            hears === 'after' ? 'middleware.time_limit_help_after' : 'middleware.time_limit_help',
            timeLimit_ms,
          )}
        />
        {hears !== 'after' && <ChoiceField name="when_silent" choices={whenSilent} />}
      </FieldGrid>
      <LongTextField name="description" rows={2} />
    </>
  )
}
