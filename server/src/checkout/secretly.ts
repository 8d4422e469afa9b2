/** Headers of a page whose address is a secret: it is sent to no other site and kept in no cache. */
export const secretly = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}
