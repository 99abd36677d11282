-- The policies of every table ask for the dealers of the transaction. The function reads settings and one table, so that a large read may use several processes.
alter function covenant_dealers() parallel safe;
