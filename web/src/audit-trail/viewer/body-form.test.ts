import { describe, expect, it } from 'vitest'
import { indentedXml, pairsOf, usualForm } from './body-form.ts'

describe('a body', () => {
  it.each([
    ['/v1/transaction', 'application/xml', 'json'],
    ['https://a.example/pay', 'application/json; charset=utf-8', 'json'],
    ['https://a.example/pay', 'text/xml', 'xml'],
    ['https://a.example/pay', 'application/x-www-form-urlencoded', 'form'],
    ['https://a.example/pay', 'text/html', 'raw'],
  ])('of %s with the type %s is shown as %s', (url, type, form) =>
    expect(usualForm(url, [['Content-Type', type]], '{}')).toBe(form),
  )

  it.each([
    ['{"amount":100}', 'json'],
    ['<pay/>', 'raw'],
  ])('without a content type is shown as what it is: %s', (body, form) =>
    expect(usualForm('https://a.example/pay', [], body)).toBe(form),
  )

  it('of a form is names and values', () =>
    expect(pairsOf('amount=100&name=A.+Jansen&note=50%25&empty')).toEqual([
      ['amount', '100'],
      ['name', 'A. Jansen'],
      ['note', '50%'],
      ['empty', ''],
    ]))
})

describe('XML', () => {
  it('has a line for each tag and text', () =>
    expect(indentedXml('<?xml version="1.0"?><a><b c="1">x</b><d/></a>')).toBe(
      '<?xml version="1.0"?>\n<a>\n  <b c="1">\n    x\n  </b>\n  <d/>\n</a>',
    ))

  it('replaces no entity and calls no address', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "${'&b;'.repeat(20)}"><!ENTITY d SYSTEM "http://evil.example/">]><a>&c;&d;</a>`
    const shown = indentedXml(bomb) ?? ''
    expect(shown.replaceAll(/\s/g, '')).toBe(bomb.replaceAll(/\s/g, ''))
  })

  it('of any size and depth is drawn in no time', () => {
    for (const part of ['<a>', '<a/>', '<!--', '<![CDATA[', 'x<', '</a>'])
      expect((indentedXml(`<a>${part.repeat(100_000)}`) ?? '').split('\n').length).toBeLessThan(5_100)
  })

  it('is nothing without tags', () => expect(indentedXml('{"a":1}')).toBeUndefined())
})
