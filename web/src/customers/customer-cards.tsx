import { revokeCardEndpoint } from '@kontor/contract/customers/card.endpoints'
import type { StoredCard } from '@kontor/contract/customers/customer-reads.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { Instant } from '../platform/value/instant.tsx'
import typography from '../ui/words/typography.module.css'
import { WordTag } from '../ui/words/word-tag.tsx'
import styles from './customer-cards.module.css'

/** The stored cards of a customer, newest first. */
export function CustomerCards({ cards }: { cards: readonly StoredCard[] }) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <Card key={card.id} card={card} />
      ))}
    </ul>
  )
}

function Card({ card }: { card: StoredCard }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const name = `${t(`fields:card_brand.${card.brand}`, { defaultValue: card.brand })} •••• ${card.last_four}`
  return (
    <li>
      <div>
        <div className={typography.tabular}>{name}</div>
        <div className={typography.sub}>
          {t('customers.expires', { date: `${String(card.expiry_month).padStart(2, '0')}/${card.expiry_year}` })}
          {' · '}
          <Instant value={card.created_at} />
        </div>
      </div>
      {card.revoked_at ? (
        <WordTag color={card.revocation === 'REFUSED' ? 'orange' : 'gray'}>
          {t(`customers.revocation.${card.revocation ?? 'PENDING'}`)}
        </WordTag>
      ) : (
        <IfMay do={revokeCardEndpoint}>
          <Button
            size="xs"
            variant="default"
            aria-label={t('customers.revoke_named', { name })}
            onClick={() => setOpened(true)}
          >
            {t('customers.revoke')}
          </Button>
          <ConfirmCommand
            endpoint={revokeCardEndpoint}
            params={{ id: card.id }}
            opened={opened}
            onClose={() => setOpened(false)}
            title={t('customers.revoke_title', { name })}
            text={t('customers.revoke_text')}
            verb={t('customers.revoke_verb')}
            isDangerous
            done={t('customers.revoke_done')}
          />
        </IfMay>
      )}
    </li>
  )
}
