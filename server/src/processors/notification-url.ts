/** The address to which a gateway reports about the payments of a processor. */
export const notificationUrl = (publicUrl: string, { merchant_id }: { merchant_id: string }): string =>
  new URL(`/v1/processornotification/${merchant_id}`, publicUrl).href
