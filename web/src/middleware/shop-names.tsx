import styles from './shop-names.module.css'

export function ShopNames({ shops }: { shops: readonly { id: string; name: string }[] }) {
  return (
    <ul className={styles.shops}>
      {shops.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
