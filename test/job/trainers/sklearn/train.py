import joblib
from sklearn.svm import SVC

if __name__ == "__main__":
    joblib.dump(SVC().fit([[0], [1]], [0, 1]), "out/model.joblib")
