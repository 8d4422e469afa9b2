import { useTranslation } from 'react-i18next'
import { notify } from '../notify.ts'

/** Shows the result of an answer to a chargeback. */
export function useAnswerNotice() {
  const { t } = useTranslation()
  return (chargeback: Readonly<Record<string, unknown>>): void => {
    const { status, answer } = chargeback
    if (status === 'OPEN' && answer === null)
      notify({ color: 'red', message: t('chargebacks.notice.refused'), isLasting: true })
    else if (status === 'OPEN') notify({ color: 'blue', message: t('chargebacks.notice.sent') })
    else notify({ color: 'green', message: t(`chargebacks.notice.${answer === 'ACCEPT' ? 'accepted' : 'disputed'}`) })
  }
}
