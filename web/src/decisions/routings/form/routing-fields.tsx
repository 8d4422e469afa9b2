import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrencyField } from '../../../platform/form/amounts/currency-field.tsx'
import { CheckField, ChoiceField, TextField } from '../../../platform/form/fields.tsx'
import { FieldGrid } from '../../../platform/form/form-part.tsx'
import { useRecordForm } from '../../../platform/form/record-form.tsx'
import { RelatedField } from '../../../platform/form/related/related-field.tsx'
import { useMay } from '../../../platform/viewer.ts'
import { BlockSkeleton } from '../../../ui/page/skeletons.tsx'
import { Section } from '../../../ui/section.tsx'
import { RoutingBacktest } from '../../backtest/routing-backtest.tsx'
import { useAskedNames } from '../../conditions/asked-names.ts'
import { CurrencyChanged } from '../../conditions/currency-changed.tsx'
import type { Found, Lit } from '../editor/finding.ts'
import { finished, isDraftBranch, isSame, type Row } from '../editor/tree-edit.ts'
import { TreeEditor } from '../editor/tree-editor.tsx'
import type { TreeEditing } from '../editor/use-editor.ts'
import routingFormPage from '../routing-form.page.module.css'
import { namesOf, type WholeRouting } from '../routing-row.ts'
import { useShares } from '../shares.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { DryRun } from './dry-run.tsx'
import { FoundList } from './found-list.tsx'
import { useChecks } from './use-checks.ts'
import { useProcessors } from './use-processors.ts'
import { UsedBy } from './used-by.tsx'

interface RoutingFieldsProps {
  of: WholeRouting | undefined
  editing: TreeEditing
  /** The version that the tree was made from. */
  from: number
  onFrom: (version: number) => void
  onFound: (found: readonly Found[]) => void
}

/** The fields of a routing: its name and place, and its tree beside what was found about it. */
export function RoutingFields(props: RoutingFieldsProps) {
  const { of, editing, from } = props
  const { t } = useTranslation()
  const { form, refusal } = useRecordForm()
  const product = textIn(form.values['payment_product'])
  const currency = textIn(form.values['currency_code'])
  const mayAdd = useMay(updatePaymentProfileEndpoint)
  useWrittenInForm(isSame(editing.now, editing.saved) ? editing.saved : editing.now, from)
  return (
    <>
      {of && refusal?.code === 'routing_changed' && from !== of.version && (
        <ChangedMeanwhile theirs={of} editing={editing} onFrom={props.onFrom} />
      )}
      <div className={routingFormPage.head}>
        <FieldGrid>
          <TextField name="name" maxLength={200} isRequired autoFocus={of === undefined} />
          <RelatedField name="organisation" target={organisation} isRequired query={{ _sort: 'name' }} />
          <ChoiceField
            name="payment_product"
            label={t('routings.payment_product')}
            choices={paymentProducts}
            isRequired
          />
          <CurrencyField description={t('routings.currency_help')} onChosen={editing.inCurrency} />
        </FieldGrid>
        {of && <UsedBy id={of.id} />}
        {of && of.uses > 0 && mayAdd && <CheckField name="add_processors" label={t('routings.add_processors')} />}
      </div>
      {product === '' || currency === '' ? (
        <Alert color="blue" role="status" my="md">
          {t(product === '' ? 'routings.product_first' : 'routings.currency_first')}
        </Alert>
      ) : (
        <TreePart {...props} product={product} />
      )}
    </>
  )
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The editor keeps the tree; the form checks, keeps and sends it. */
function useWrittenInForm(tree: TreeEditing['now'], from: number): void {
  const { form } = useRecordForm()
  const write = useEffectEvent(() => form.setFieldValue('details', { from, tree }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when either changes
  useEffect(() => write(), [tree, from])
}

function TreePart({ of, editing, product, onFound }: RoutingFieldsProps & { product: string }) {
  const { t } = useTranslation()
  const { form, isFixed, errorOf } = useRecordForm()
  const focusRef = useRef<(place: string) => void>(undefined)
  const [lit, setLit] = useState<Lit>()
  const [triedToSave, setTried] = useState(false)
  const problem = errorOf('details')
  if (problem && !triedToSave) setTried(true)

  const currency = textIn(form.values['currency_code'])
  const { all, processors, nothing, merchant, isReading, isUnread } = useProcessors(
    textIn(form.values['organisation']),
    product,
  )
  const asked = useSteady(useAskedNames(rowsIn(editing.now)))
  const known = useMemo(
    () => ({ currency, names: { ...asked, ...namesOf(of?.processors ?? []), ...namesOf(all) }, isUnread }),
    [currency, of, all, asked, isUnread],
  )
  const areNamed = !isReading || endsIn(editing.now).every((id) => known.names[id] !== undefined)
  const shareOf = useShares(of?.id)
  const tree = useMemo(() => finished(editing.now), [editing.now])
  const addsProcessors = form.values['add_processors'] === true
  const found = useChecks({ now: editing.now, tree, of, product, processors: all, addsProcessors, known })
  const tell = useEffectEvent(onFound)
  useEffect(() => tell(found), [found])
  const organisationId = textIn(form.values['organisation'])
  const backtested = {
    ...(of ? { routing: of.id } : { organisation: organisationId }),
    // The choice has no other values.
    payment_product: product as PaymentProduct,
    currency_code: currency,
  }
  return (
    <>
      {rowsIn(editing.now).some(({ name }) => name === 'amount') && (
        <CurrencyChanged from={of?.currency_code} to={currency} />
      )}
      <div className={routingFormPage.columns}>
        <div>
          <Section
            title={t('routings.tree')}
            text={t('routings.tree_text')}
            action={
              <Group gap="xs">
                <Step
                  name="step_back"
                  icon={IconArrowBackUp}
                  isPossible={editing.canStepBack}
                  onClick={editing.stepBack}
                />
                <Step
                  name="step_on"
                  icon={IconArrowForwardUp}
                  isPossible={editing.canStepOn}
                  onClick={editing.stepOn}
                />
              </Group>
            }
          >
            {areNamed ? (
              <TreeEditor
                label={t('routings.tree')}
                editing={editing}
                known={known}
                merchant={merchant}
                processors={processors}
                nothing={nothing}
                refusedAt={(path) => {
                  const reason = errorOf(path)
                  return typeof reason === 'string' ? reason : undefined
                }}
                saysMissing={triedToSave}
                isFixed={isFixed}
                found={found}
                lit={lit}
                shareOf={shareOf}
                focusRef={focusRef}
              />
            ) : (
              <BlockSkeleton height={240} />
            )}
            {problem && (
              <Text size="sm" c="red" role="alert" mt="xs">
                {problem}
              </Text>
            )}
            <Text size="xs" c="dimmed" mt="xs" className={routingFormPage.keys}>
              {t('routings.keys_help')}
            </Text>
          </Section>
        </div>
        <div>
          <FoundList found={found} isWhole={tree !== undefined} onShow={(place) => focusRef.current?.(place)} />
          <DryRun tree={tree} now={editing.now} known={known} merchant={merchant} onLit={setLit} />
        </div>
      </div>
      <RoutingBacktest
        tree={tree}
        editing={editing}
        isFixed={isFixed}
        of={backtested}
        onShow={(place) => focusRef.current?.(place)}
      />
    </>
  )
}

/** The conditions of a tree that is being written. */
const rowsIn = (node: TreeEditing['now']): Row[] =>
  isDraftBranch(node) ? [...node.if, ...rowsIn(node.then), ...rowsIn(node.else)] : []

/** The processors at its ends. */
const endsIn = (node: TreeEditing['now']): string[] => {
  if (isDraftBranch(node)) return [...endsIn(node.then), ...endsIn(node.else)]
  return node === null ? [] : [node]
}

/** The same object while its content is the same. */
function useSteady<T>(value: T): T {
  const [known, setKnown] = useState(value)
  const isOther = JSON.stringify(known) !== JSON.stringify(value)
  if (isOther) setKnown(value)
  return isOther ? value : known
}

interface StepProps {
  name: 'step_back' | 'step_on'
  icon: typeof IconArrowBackUp
  isPossible: boolean
  onClick: () => void
}

function Step({ name, icon: Icon, isPossible, onClick }: StepProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={16} aria-hidden="true" />}
      disabled={!isPossible}
      onClick={onClick}
    >
      {t(`routings.${name}`)}
    </Button>
  )
}
