// Makes of vehicles that are known: a row with one of these names is a brand, even where its units happen to be the sum
// of the others.
const makes = new Set(
  'abarth,acura,aion,aiways,alfa-romeo,alpine,aston-martin,audi,avatr,baic,bentley,bmw,bugatti,buick,byd,cadillac,changan,chery,chevrolet,chrysler,citroen,citroën,cupra,dacia,daewoo,daf,daihatsu,denza,dfsk,dodge,dongfeng,ds,ds-automobiles,exeed,exlantix,faw,ferrari,fiat,fisker,ford,forthing,foton,gac,geely,genesis,gmc,gwm,great-wall,haval,honda,hongqi,hyundai,ineos,infiniti,isuzu,iveco,jac,jaecoo,jaguar,jeep,kgm,kia,lada,lamborghini,lancia,land-rover,leapmotor,lexus,lincoln,lotus,lucid,lynk-co,mahindra,man,maserati,maxus,mazda,mclaren,mercedes,mercedes-benz,mg,mini,mitsubishi,morgan,nio,nissan,omoda,opel,ora,peugeot,polestar,porsche,proton,ram,renault,rivian,rolls-royce,saab,saic,scania,seat,seres,skoda,škoda,skywell,smart,ssangyong,subaru,suzuki,tata,tesla,think,toyota,vauxhall,vinfast,volkswagen,volvo,voyah,vw,wey,xiaomi,xpeng,zeekr'.split(
    ',',
  ),
);

export const isMake = (id: string): boolean => makes.has(id);
