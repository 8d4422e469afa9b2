interface Addressed {
  id: string
  notification_key: string
}

/** The address to which a gateway reports about the payments of a processor. Its last part is a secret. */
export const notificationUrl = (publicUrl: string, { id, notification_key }: Addressed): string =>
  new URL(`/v1/processornotification/${id}/${notification_key}`, publicUrl).href
