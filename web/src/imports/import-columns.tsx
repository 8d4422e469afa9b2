import type { ReplyOf } from '@kontor/contract/endpoint'
import { checkImportEndpoint, importSampleEndpoint } from '@kontor/contract/imports/import.endpoints'
import {
  dateOrders,
  dateTargets,
  decimalSigns,
  importDelimiters,
  importEncodings,
  importTargets,
  targetsOf,
  withAmounts,
} from '@kontor/contract/imports/import.rules'
import { Alert, Autocomplete, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useFieldErrors, useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { useKnownText } from '../ui/known-text.ts'
import type { ImportRow } from './import-row.ts'
import { SampleTable } from './sample-table.tsx'

type Sample = ReplyOf<typeof importSampleEndpoint>
type Reading = Pick<Sample, 'delimiter' | 'encoding'>

/** The second step: how the file is read, and which column is what. */
export function ImportColumns({ row }: { row: ImportRow }) {
  return (
    <IfMay do={importSampleEndpoint}>
      <Sampled row={row} />
    </IfMay>
  )
}

/** The sample is asked for here, by those alone who may read it. */
function Sampled({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const [reading, setReading] = useState<Partial<Reading>>({})
  const { data, error, refetch } = useRead(importSampleEndpoint, { params: { id: row.id }, query: reading })
  const problem = error?.code === 'import_unreadable' ? String(error.details['problem'] ?? '') : undefined
  return (
    <PanelSection title={t('imports.step.columns')}>
      <Stack gap="md">
        {data?.format !== 'xlsx' && (data || problem !== undefined) && (
          <HowRead reading={{ ...data, ...reading }} onChange={setReading} />
        )}
        {problem !== undefined && <Unreadable problem={problem} />}
        {data && <Columns key={data.header.join('\n')} row={row} sample={data} />}
        {!data && problem === undefined && <NotYet error={error} refetch={refetch} rows={6} />}
      </Stack>
    </PanelSection>
  )
}

/** The fixed text of a file whose merchants' systems hear nothing. */
const isNotTold = '=false'

function Unreadable({ problem }: { problem: string }) {
  const textOf = useKnownText()
  return (
    <Alert color="red" role="alert">
      {textOf('fields:problem', problem, problem)}
    </Alert>
  )
}

function HowRead({ reading, onChange }: { reading: Partial<Reading>; onChange: (reading: Partial<Reading>) => void }) {
  const { t } = useTranslation()
  const names = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('imports.delimiter')}
        data={importDelimiters.map((value) => ({ value, label: t(`imports.delimiters.${names[value]}`) }))}
        value={reading.delimiter}
        onChange={({ currentTarget: { value } }) => {
          const delimiter = importDelimiters.find((each) => each === value)
          if (delimiter) onChange({ ...reading, delimiter })
        }}
      />
      <NativeSelect
        label={t('imports.encoding')}
        data={[...importEncodings]}
        value={reading.encoding}
        onChange={({ currentTarget: { value } }) => {
          const encoding = importEncodings.find((each) => each === value)
          if (encoding) onChange({ ...reading, encoding })
        }}
      />
    </SimpleGrid>
  )
}

function Columns({ row, sample }: { row: ImportRow; sample: Sample }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const refusalText = useRefusalText()
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(sample.mapping)
  const [decimal, setDecimal] = useState(sample.decimal)
  const [dateOrder, setDateOrder] = useState(sample.date_order)
  const [wasSent, setSent] = useState(false)
  // The refusal says nothing of a source that was typed since.
  const [sent, setSentMapping] = useState<typeof mapping>({})
  const { submit, refusal, isBusy } = useCommand(checkImportEndpoint)
  const refused = useFieldErrors(refusal)
  const refusedOf = (target: string) => (mapping[target] === sent[target] ? refused[`mapping.${target}`] : undefined)
  const required: readonly string[] = importTargets[row.type].required
  // A box for the whole file, where no column says it row by row.
  const forAll = row.type === 'status_update' && !sample.header.includes(mapping['tell'] ?? '') ? 'tell' : undefined
  const missing = required.filter((target) => !mapping[target]?.trim())

  const hasDates =
    sample.date_order !== 'ymd' && targetsOf(row.type).some((target) => dateTargets.some((each) => each === target))

  async function check(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    setSentMapping(mapping)
    if (missing.length > 0 || (hasDates && dateOrder === null)) return
    const given = Object.entries(mapping).filter(([, source]) => source.trim() !== '')
    const { delimiter, encoding } = sample
    await submit(
      { id: row.id },
      {
        mapping: Object.fromEntries(given),
        delimiter,
        encoding,
        decimal,
        ...(dateOrder ? { date_order: dateOrder } : {}),
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void check(event)}>
      <Stack gap="md">
        {sample.same_as && (
          <Alert color="yellow" role="alert">
            {t(row.type === 'status_update' ? 'imports.same_file_of_statuses' : 'imports.same_file', {
              name: sample.same_as.file_name,
            })}
          </Alert>
        )}
        <SampleTable label={t('imports.first_rows')} header={sample.header} rows={sample.rows.slice(0, 5)} />
        <Text size="sm">{t('imports.columns_help')}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {withAmounts.includes(row.type) && (
            <NativeSelect
              label={t('imports.decimal')}
              data={decimalSigns.map((value) => ({ value, label: value === '.' ? '1.50' : '1,50' }))}
              value={decimal}
              onChange={(event) => setDecimal(event.currentTarget.value === ',' ? ',' : '.')}
            />
          )}
          {hasDates && (
            <NativeSelect
              label={t('imports.date_order')}
              description={sample.date_example ? t('imports.date_order_help', sample.date_example) : undefined}
              withAsterisk={sample.date_order === null}
              error={wasSent && dateOrder === null ? t('form_validation.required') : undefined}
              data={[
                ...(sample.date_order === null ? [{ value: '', label: '' }] : []),
                ...(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(`imports.date_orders.${value}`) })),
              ]}
              value={dateOrder ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setDateOrder(dateOrders.find((each) => each === value) ?? null)
              }
            />
          )}
          {targetsOf(row.type)
            .filter((target) => target !== forAll)
            .map((target) => (
              <Autocomplete
                key={target}
                label={textOf('imports.target', target, target)}
                withAsterisk={required.includes(target)}
                error={wasSent && missing.includes(target) ? t('form_validation.required') : refusedOf(target)}
                maxLength={300}
                data={[...new Set(sample.header)].filter((name) => name !== '')}
                // All columns are offered again where one is chosen already.
                filter={({ options, search }) =>
                  sample.header.includes(search)
                    ? options
                    : options.filter(
                        (each) => 'label' in each && each.label.toLowerCase().includes(search.toLowerCase()),
                      )
                }
                value={mapping[target] ?? ''}
                onChange={(source) => setMapping({ ...mapping, [target]: source })}
              />
            ))}
        </SimpleGrid>
        {forAll === 'tell' && (
          <Checkbox
            label={t('imports.tell')}
            description={t('imports.tell_help')}
            checked={mapping[forAll] !== isNotTold}
            onChange={(event) => setMapping({ ...mapping, [forAll]: event.currentTarget.checked ? '' : isNotTold })}
          />
        )}
        {refusal && Object.keys(refused).length === 0 && (
          <Alert color="red" role="alert">
            {refusalText(refusal)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('imports.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
