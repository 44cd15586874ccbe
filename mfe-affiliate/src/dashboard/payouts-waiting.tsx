import { Skeleton } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';

/** Three cards in the size of the payouts. */
export function PayoutsWaiting() {
  return (
    <Skeleton>
      <FigureCards>
        {['1', '2', '3'].map((key) => (
          <FigureCard key={key} label="Day" value="$1,000.00" note="of a day" />
        ))}
      </FigureCards>
    </Skeleton>
  );
}
