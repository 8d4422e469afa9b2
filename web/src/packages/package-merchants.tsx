import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  assignPackageEndpoint,
  leavePackageEndpoint,
  merchantTermsEndpoint,
  packageMerchantsEndpoint,
} from '@kontor/contract/packages/package.endpoints'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Day } from '../platform/value/instant.tsx'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import type { PackageRow } from './package-row.ts'

const AssignPackage = lazy(() =>
  import('./package-merchants.form.tsx').then((module) => ({ default: module.AssignPackage })),
)
const LeavePackage = lazy(() =>
  import('./package-merchants.form.tsx').then((module) => ({ default: module.LeavePackage })),
)

interface Chosen {
  id: string
  name: string
}

/** The merchants of a package: now, later and before; and of one of them, where its schemes come from. */
export function PackageMerchants({ row }: { row: PackageRow }) {
  const { t } = useTranslation()
  const [isAssigning, setAssigning] = useState(false)
  const [leaving, setLeaving] = useState<Chosen>()
  const [shown, setShown] = useState<Chosen>()
  const { data, error, refetch } = useRead(packageMerchantsEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <>
      <ActionBar>
        <IfMay do={assignPackageEndpoint}>
          <ActionButton
            icon={IconUserPlus}
            label={t('packages.assign')}
            isPrimary={data.merchants.length === 0}
            reason={row.active ? undefined : t('errors.package_inactive')}
            onClick={() => setAssigning(true)}
          />
        </IfMay>
      </ActionBar>
      {data.merchants.length === 0 ? (
        <Text size="sm" mt="sm">
          {t('packages.no_merchants')}
        </Text>
      ) : (
        <MerchantTable merchants={data.merchants} onShow={setShown} onLeave={setLeaving} />
      )}
      {shown && <MerchantTerms key={shown.id} merchant={shown} />}
      <Suspense fallback={null}>
        {isAssigning && <AssignPackage row={row} onClose={() => setAssigning(false)} />}
        {leaving && <LeavePackage row={row} merchant={leaving} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </>
  )
}

interface MerchantTableProps {
  merchants: ReplyOf<typeof packageMerchantsEndpoint>['merchants']
  onShow: (merchant: Chosen) => void
  onLeave: (merchant: Chosen) => void
}

function MerchantTable({ merchants, onShow, onLeave }: MerchantTableProps) {
  const { t } = useTranslation()
  return (
    <SmallTable label={t('packages.tab.merchants')}>
      <thead>
        <tr>
          <WordsHead>{t('pricing.merchant')}</WordsHead>
          <WordsHead>{t('pricing.valid_from')}</WordsHead>
          <WordsHead>{t('pricing.valid_until')}</WordsHead>
          <WordsHead>{t('packages.actions')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {merchants.map((each) => (
          <tr key={`${each.id} ${each.valid_from}`}>
            <WordsCell>
              <Anchor component="button" type="button" inherit ta="start" onClick={() => onShow(each)}>
                {each.name}
              </Anchor>
            </WordsCell>
            <td>
              <Day value={each.valid_from} />
            </td>
            <td>
              <Day value={each.valid_until} />
            </td>
            <td>
              {each.valid_until === null && (
                <IfMay do={leavePackageEndpoint}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('packages.leave_of', { merchant: each.name })}
                    onClick={() => onLeave(each)}
                  >
                    {t('packages.leave')}
                  </Button>
                </IfMay>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** The schemes that a merchant has today, and where each comes from. */
function MerchantTerms({ merchant }: { merchant: Chosen }) {
  const { t } = useTranslation(['main', 'fields'])
  const { data, error, refetch } = useRead(merchantTermsEndpoint, { params: { merchant: merchant.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  const sourceOf = (source: 'OWN' | 'PACKAGE' | 'DEFAULT') =>
    source === 'PACKAGE' ? t('packages.from_package', { name: data.package?.name }) : t(`packages.source.${source}`)
  return (
    <PanelSection title={t('packages.terms_of', { merchant: merchant.name })}>
      <SmallTable label={t('packages.terms_of', { merchant: merchant.name })}>
        <thead>
          <tr>
            <WordsHead>{t('packages.kind_of_scheme')}</WordsHead>
            <WordsHead>{t('packages.applies_today')}</WordsHead>
          </tr>
        </thead>
        <tbody>
          {data.schemes.map(({ type, scheme, source }) => (
            <tr key={type}>
              <WordsCell>{t(`packages.type.${type}`)}</WordsCell>
              <WordsCell>
                <Group gap={6}>
                  {scheme ? scheme.name : t('packages.none_of_type')}
                  {source && (
                    <Text span size="xs" c="dimmed">
                      {sourceOf(source)}
                    </Text>
                  )}
                </Group>
              </WordsCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </PanelSection>
  )
}
