import { useEffect } from 'react';
import { useAppSelector } from '../store/hooks';

/** Sets the document's title to `Title · Product`. */
export function useTitle(title: string): void {
  const product = useAppSelector((state) => state.configuration?.productName) ?? 'Partnerdesk';
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
