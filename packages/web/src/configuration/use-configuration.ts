import type { Configuration } from '@partnerdesk/contracts';
import { useAppSelector } from '../store/hooks';

/** The settings; only for screens, which are shown after they came. */
export function useConfiguration(): Configuration {
  const configuration = useAppSelector((state) => state.configuration);
  if (!configuration) throw new Error('The configuration is not loaded yet');
  return configuration;
}
